// What was chosen, in the part of the address that is never sent: `#to=glb&to.mesh=none&from.mode=ideal&do.speed=2`.

/** What the address says. */
export function read() {
  const chosen = { target: undefined, to: {}, from: {}, steps: [] };
  for (const [key, value] of new URLSearchParams(location.hash.slice(1))) {
    if (key === "to") chosen.target = value;
    else if (key.startsWith("to.")) chosen.to[key.slice(3)] = value;
    else if (key.startsWith("from.")) chosen.from[key.slice(5)] = value;
    else if (key.startsWith("do.")) chosen.steps.push(value === "" ? { name: key.slice(3) } : { name: key.slice(3), value });
  }
  return chosen;
}

/** Puts into the address what was chosen. */
export function write({ target, to, from, steps }) {
  const words = new URLSearchParams();
  if (target) words.set("to", target);
  for (const [key, value] of Object.entries(to)) words.set(`to.${key}`, value);
  for (const [key, value] of Object.entries(from)) words.set(`from.${key}`, value);
  for (const { name, value = "" } of steps) words.append(`do.${name}`, value);
  history.replaceState(null, "", words.size > 0 ? `#${words}` : location.pathname);
}
