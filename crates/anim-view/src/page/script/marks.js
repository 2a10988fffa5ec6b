// The events of a clip above the scrubber: a mark for each, with its name where there is room for it.

/** Shows the events of the clip that plays. */
function showMarks(root, player) {
  const MOST = 500;
  const { clip } = player;
  // As far as the scrubber goes.
  const end = clip.timeOfFrame(player.reach || 1);
  const events = clip.events.slice(0, MOST);
  const marks = events.map((event) => mark(clip, event, end, player));
  root.classList.toggle("has-events", events.length > 0);
  root.replaceChildren(...marks);
  nameWithoutOverlap(root, marks);
}

function mark(clip, event, end, player) {
  const root = Object.assign(document.createElement("span"), { className: "event" });
  root.style.left = `${Math.min(Math.max(event.time / end, 0), 1) * 100}%`;
  const node = event.node === null ? "" : ` · ${shorten(shortName(clip, event.node), 80)}`;
  root.title = `${shorten(event.name, 80)}${node} · ${event.time.toFixed(3)} s`;
  const name = document.createElement("b");
  name.textContent = shorten(event.name, 24);
  root.append(document.createElement("i"), name);
  root.addEventListener("click", () => player.seek(event.time));
  return root;
}

/** Leaves out the names that would cover the mark or the name after them, but for the first of several at one time. */
function nameWithoutOverlap(root, marks) {
  const width = root.clientWidth;
  const boxes = marks.map((each) => [each.offsetLeft, each.lastChild.offsetWidth]);
  marks.forEach((each, index) => {
    const [left, size] = boxes[index];
    const next = boxes.find(([other], at) => at > index && other > left + 1)?.[0] ?? Infinity;
    const isAgain = index > 0 && boxes[index - 1][0] >= left - 1;
    const fitsRight = left + 6 + size <= Math.min(next - 6, width);
    const before = boxes.slice(0, index).reduce((most, [other, wide], at) => Math.max(most, other + (marks[at].classList.contains("named") ? wide + 6 : 6)), 0);
    const fitsLeft = !fitsRight && left + 6 + size > width && left - 6 - size >= before;
    each.classList.toggle("named", !isAgain && (fitsRight || fitsLeft));
    each.classList.toggle("left", fitsLeft);
  });
}
