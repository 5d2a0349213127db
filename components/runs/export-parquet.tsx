interface ExportParquetProps {
  of: "runs" | "experiments";
  id: string;
}

const WHAT = {
  runs: "Every point of every series of this run",
  experiments: "Every point of every series of all runs of this experiment",
};

/** Saves the points behind a page as one file. The browser fetches it, so a large one needs no room in the page. */
export function ExportParquet({ of, id }: ExportParquetProps) {
  return (
    <a
      className="btn"
      href={`/api/export/${of}/${id}.parquet`}
      download
      data-tip={`${WHAT[of]}, none put together; NaN and infinities are kept`}
    >
      Export Parquet
    </a>
  );
}
