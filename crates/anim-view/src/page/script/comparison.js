// Another clip beside the one that plays, or over it; both show the same moment.

/** Connects the choice of a clip to compare with; `changed` is called when another one was chosen. */
function listenToComparison(data, changed) {
  const choice = document.getElementById("compare");
  const beside = document.getElementById("beside");
  document.getElementById("compare-field").hidden = data.clips.length < 2;
  choice.append(new Option("–", -1), ...data.clips.map((clip, index) => new Option(clip.name || `clip ${index}`, index)));
  const show = () => (beside.hidden = Number(choice.value) < 0);
  choice.addEventListener("change", () => {
    show();
    changed();
  });
  beside.addEventListener("click", () => {
    beside.setAttribute("aria-pressed", String(beside.getAttribute("aria-pressed") !== "true"));
    changed();
  });
  if (data.compare) {
    choice.value = data.compare.clip;
    beside.setAttribute("aria-pressed", String(data.compare.beside));
    show();
  }
  return {
    /** The clips to compare the one with this index with. */
    clips: () => (Number(choice.value) < 0 ? [] : [data.clips[Number(choice.value)]]),
    isBeside: () => beside.getAttribute("aria-pressed") === "true",
  };
}
