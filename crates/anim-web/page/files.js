// Files as people give them: dropped, chosen, alone or in folders. Each has its path, `folder/name`.

/** The files of a drop, folders and all that is in them included. */
export async function dropped(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (entries.length === 0) return chosen(transfer.files);
  const found = [];
  for (const entry of entries) await gather(entry, "", found);
  return found;
}

/** The files of an `<input type="file">`. */
export function chosen(list) {
  return [...list].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
}

async function gather(entry, folder, found) {
  if (entry.isFile) {
    const file = await new Promise((done, failed) => entry.file(done, failed));
    found.push({ path: folder + entry.name, file });
    return;
  }
  const reader = entry.createReader();
  // A reader gives a part at a time, at last an empty one.
  for (;;) {
    const part = await new Promise((done, failed) => reader.readEntries(done, failed));
    if (part.length === 0) return;
    for (const inner of part) await gather(inner, `${folder}${entry.name}/`, found);
  }
}

/** The files next to a file, and in folders next to it, each by its path from there. */
export function beside(files, path) {
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const others = files.filter((other) => other.path !== path && other.path.startsWith(folder));
  return others.map(({ path, file }) => ({ name: path.slice(folder.length), file }));
}

/** The files that a format may know by their extensions, by path; all of them if it knows none. */
export function candidates(files, extensions) {
  const isKnown = ({ path }) => extensions.has(path.slice(path.lastIndexOf(".") + 1).toLowerCase());
  const known = files.filter(isKnown);
  return (known.length > 0 ? known : files).toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** `12 bytes`, `3.4 MB`. */
export function size(bytes) {
  if (bytes < 1000) return `${bytes} ${bytes === 1 ? "byte" : "bytes"}`;
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
