/** Saves a registered set as one archive of its files, which can be registered again. */
export function DownloadSet({ id }: { id: string }) {
  return (
    <a
      href={`/api/export/benchmarks/${id}.tar.gz`}
      download
      data-tip="A .tar.gz of the folder: dataset.json and one .mps for each problem"
    >
      Download dataset.json and models
    </a>
  );
}
