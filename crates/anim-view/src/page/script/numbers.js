// Numbers as text.

/** A number in six digits, or in more of them; digits before the point are never rounded off without a power of ten. */
function brief(value, digits = 6) {
  if (!Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  const whole = size < 1 ? 1 : Math.floor(Math.log10(size)) + 1;
  const isPlain = value === 0 || (size >= 1e-3 && whole <= Math.max(digits, 7));
  const text = isPlain ? Number(value.toPrecision(Math.max(digits, whole))).toString() : powerOfTen(value, digits);
  return text.replace("-", "−");
}

function powerOfTen(value, digits) {
  return value.toExponential(digits - 1).replace(/\.?0+e/, "e");
}

/** Two numbers in as many digits as tell them apart, with some to spare. */
function apart(one, other) {
  const magnitude = (value) => Math.floor(Math.log10(value));
  const most = Math.max(Math.abs(one), Math.abs(other));
  const needed = one === other ? 0 : magnitude(most) - magnitude(Math.abs(one - other)) + 3;
  return [one, other].map((value) => brief(value, Math.min(Math.max(needed, 6), 17)));
}
