/** A file with its path inside what was chosen or dropped. */
export interface ChosenFile {
  path: string;
  file: File;
}

/** What a file input holds; of a folder without the folder's own name. */
export const chosenFiles = (list: FileList | null): ChosenFile[] =>
  [...(list ?? [])].map((file) => ({
    path: file.webkitRelativePath.split("/").slice(1).join("/") || file.name,
    file,
  }));

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => {
    entry.file(resolve, reject);
  });

/** A browser answers a folder in parts, until one is empty. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    // eslint-disable-next-line no-await-in-loop -- each part is asked for after the one before
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (part.length === 0) return all;
    all.push(...part);
  }
}

async function below(entry: FileSystemEntry, path: string): Promise<ChosenFile[]> {
  if (entry.isFile) return [{ path, file: await fileOf(entry as FileSystemFileEntry) }];
  const inside = await entriesOf(entry as FileSystemDirectoryEntry);
  const parts = await Promise.all(
    inside.map((one) => below(one, path === "" ? one.name : `${path}/${one.name}`)),
  );
  return parts.flat();
}

/** Files and folders that were dropped, with the name of the folder where one alone was. */
export async function droppedFiles(
  items: DataTransferItemList,
): Promise<{ files: ChosenFile[]; folder: string | null }> {
  // The list is empty once the event is over.
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const isFolder = entries.length === 1 && entries[0].isDirectory;
  const parts = await Promise.all(entries.map((entry) => below(entry, isFolder ? "" : entry.name)));
  return { files: parts.flat(), folder: isFolder ? entries[0].name : null };
}
