// Fields for the options of a format, made from what the format declares.

import { element } from "./element.js";

/** Shows a field for each option. `changed` is called after each choice. */
export function show(place, options, values, names, changed) {
  place.replaceChildren(
    ...options.map((option) => {
      const field = fieldOf(option, names);
      field.dataset.key = option.key;
      field.value = values[option.key] ?? "";
      field.addEventListener("change", changed);
      return element("label", {}, element("span", {}, option.key), field, element("small", {}, option.help));
    }),
  );
  if (options.length === 0) place.append(element("p", {}, "There are none."));
}

/** The options that were chosen. */
export function chosen(place) {
  const fields = [...place.querySelectorAll("[data-key]")].filter(({ value }) => value !== "");
  return Object.fromEntries(fields.map((field) => [field.dataset.key, field.value]));
}

function fieldOf({ values, default: usual }, names) {
  const range = /^a whole number from (\d+)(?: to (\d+))?$/.exec(values);
  if (values === "a file") return select(names, "none");
  if (values.includes("|") && !values.includes(" ")) return select(values.split("|"), usual);
  const field = element("input", { placeholder: usual || values });
  if (range) Object.assign(field, { type: "number", min: range[1], max: range[2] ?? "", step: 1 });
  else if (values === "a number above 0") Object.assign(field, { type: "number", min: 0, step: "any" });
  return field;
}

function select(words, usual) {
  const options = words.map((word) => element("option", { value: word }, word));
  return element("select", {}, element("option", { value: "" }, `${usual} (default)`), ...options);
}
