"use client";

import { type ReactNode, useState } from "react";
import { type ChosenFile, droppedFiles } from "./dropped-files.ts";

interface DropZoneProps {
  /** The inputs that do the same with a keyboard. */
  children: ReactNode;
  onDrop: (files: ChosenFile[], folder: string | null) => void;
}

/** A place where files and folders can be dropped; the inputs in it choose them as well. */
export function DropZone({ children, onDrop }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  return (
    <div
      className="drop-zone"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void droppedFiles(event.dataTransfer.items).then(({ files, folder }) => onDrop(files, folder));
      }}
    >
      {children}
    </div>
  );
}
