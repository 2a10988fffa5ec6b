// Another clip beside the one that plays, or over it; both show the same moment.

/** Connects the choice of a clip to compare with; `changed` is called when another one was chosen. */
function listenToComparison(data, changed) {
  const choice = document.getElementById("compare");
  const beside = document.getElementById("beside");
  document.getElementById("compare-field").hidden = data.clips.length < 2;
  choice.append(new Option("–", -1), ...clipOptions(data));
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

/** The clips as choices, those of each file together where there are several files. */
function clipOptions(data) {
  const option = (clip, index) => new Option(clip.name || `clip ${index}`, index);
  if (data.files.length < 2) return data.clips.map(option);
  const groups = data.files.map((label) => Object.assign(document.createElement("optgroup"), { label: label || "file" }));
  data.clips.forEach((clip, index) => groups[clip.file].append(option(clip, index)));
  return groups;
}
