// Blend shapes of a node as sliders with their names: they follow the clip until one is moved.

/** A section of sliders; none for a node without blend shapes. `weights` are those that the user set. */
function blendShapes(clip, node, count, weights, changed) {
  const names = clip.nodes[node]?.morphs ?? [];
  const total = Math.max(count, names.length);
  if (total === 0) return null;
  const root = Object.assign(document.createElement("fieldset"), { className: "shapes" });
  const title = Object.assign(document.createElement("legend"), { textContent: "Blend shapes" });
  const reset = Object.assign(document.createElement("button"), { type: "button", textContent: "As the clip" });
  reset.addEventListener("click", () => {
    weights.delete(node);
    changed();
  });
  const rows = Array.from({ length: total }, (_, index) => {
    const name = names[index] || `shape ${index}`;
    const label = document.createElement("label");
    const text = Object.assign(document.createElement("span"), { textContent: shorten(name, 40), title: name });
    const slider = Object.assign(document.createElement("input"), { type: "range", min: 0, max: 1, step: 0.01, value: 0 });
    const value = document.createElement("output");
    slider.addEventListener("input", () => {
      if (!weights.has(node)) weights.set(node, []);
      weights.get(node)[index] = Number(slider.value);
      changed();
    });
    label.append(text, slider, value);
    return { label, slider, value };
  });
  root.append(title, ...rows.map(({ label }) => label), reset);
  return {
    root,
    /** Shows weights. */
    update(weightOf) {
      rows.forEach(({ slider, value }, index) => {
        const weight = weightOf(index);
        value.textContent = brief(weight);
        if (document.activeElement !== slider || !weights.has(node)) slider.value = weight;
        slider.setAttribute("aria-valuetext", brief(weight));
      });
    },
  };
}
