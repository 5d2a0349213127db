interface NumberAsideProps {
  /** n, interval, p: what must stand within one line of the number. */
  text: string;
  /** CSS length that all cells of the column leave for it, so that their numbers end below each other. */
  room?: string;
}

/** What stands beside a number, with a space before it, which a copy and a screen reader need: "32.3 97/300". */
export function NumberAside({ text, room }: NumberAsideProps) {
  if (text === "" && room === undefined) return null;
  return (
    <>
      {" "}
      <span
        className="value-aside"
        data-room={room === undefined ? undefined : true}
        style={room === undefined ? undefined : { "--room": room }}
      >
        {text}
      </span>
    </>
  );
}
