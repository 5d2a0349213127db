import { runColour } from "#components/ui/marks/run-state.tsx";
import {
  type HeadingText,
  type ImageHeading,
  LEGEND_SIZE,
  NOTES_SIZE,
  type PictureLegend,
  type PictureNotes,
  SWATCH,
  textAt,
} from "./prepare/picture.ts";

/** Hands a file to the browser's downloads. Characters that file systems refuse become hyphens. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name.replace(/[\\/:*?"<>|]+/g, "-");
  link.click();
  // The download reads the address after the click returns.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** What the style sheet gives to the texts and lines of a chart. */
const STYLED = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-linejoin",
  "paint-order",
  "color",
  "font-family",
  "font-size",
  "font-weight",
  "opacity",
] as const;
const FONT = "/fonts/Geist-Variable.woff2";
/** Twice the pixels, for slides and papers. */
const DENSITY = 2;
/** Around heading and drawing, whose last labels may reach a little beyond it. */
const IMAGE_PAD = 10;
const APART = 6;
/** The stroke before a name in the legend: how thick it is, and how far above the line of the text. */
const STROKE = 3;
const STROKE_ABOVE = 5;

/** What stands around the drawing, where no page does. */
interface Surroundings {
  /** Above it. */
  heading: ImageHeading;
  /** Below it. */
  legend: PictureLegend;
  /** Below both. */
  notes: PictureNotes;
}

type Make = (name: string) => SVGElement;

/**
 * Saves the drawing of a chart as it looks now, theme included, with its heading, its legend and its notes. The SVG has
 * every colour and font written out, so that it stands without our style sheet; the PNG is drawn from it at twice the size,
 * with the font inside, since an image sees none of the page's.
 */
export async function saveImage(
  svg: SVGSVGElement,
  around: Surroundings,
  name: string,
  format: "svg" | "png",
): Promise<void> {
  const { copy, width, height } = standAlone(svg, around);
  if (format === "svg")
    return saveFile(new Blob([serialise(copy)], { type: "image/svg+xml" }), `${name}.svg`);
  const style = document.createElementNS(copy.namespaceURI, "style");
  style.textContent = `@font-face{font-family:Geist;font-weight:100 900;src:url(${await asDataUrl(FONT)})}`;
  copy.prepend(style);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(serialise(copy))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width * DENSITY;
  canvas.height = height * DENSITY;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => {
    if (blob) saveFile(blob, `${name}.png`);
  }, "image/png");
}

function standAlone(svg: SVGSVGElement, { heading, legend, notes }: Surroundings) {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const originals = svg.querySelectorAll<SVGElement>("*");
  copy.querySelectorAll<SVGElement>("*").forEach((element, index) => {
    const computed = getComputedStyle(originals[index]);
    for (const property of STYLED) element.setAttribute(property, computed.getPropertyValue(property));
    element.removeAttribute("class");
  });
  const width = svg.clientWidth + 2 * IMAGE_PAD;
  const bottom = IMAGE_PAD + heading.height + svg.clientHeight;
  const height = bottom + legend.height + notes.height + IMAGE_PAD;
  const make: Make = (name) => document.createElementNS(copy.namespaceURI, name) as SVGElement;
  const drawing = make("g");
  drawing.setAttribute("transform", `translate(${IMAGE_PAD} ${IMAGE_PAD + heading.height})`);
  // Title and description of the picture stay its own.
  drawing.append(...[...copy.children].filter(({ localName }) => !["title", "desc"].includes(localName)));
  const ground = make("rect");
  ground.setAttribute("width", "100%");
  ground.setAttribute("height", "100%");
  ground.setAttribute("fill", getComputedStyle(document.body).backgroundColor);
  const paper = paperOf(svg);
  const below = writeLegend(legend, paper, make);
  below.setAttribute("transform", `translate(${IMAGE_PAD} ${bottom})`);
  const said = writeNotes(notes, paper, make);
  said.setAttribute("transform", `translate(${IMAGE_PAD} ${bottom + legend.height})`);
  copy.append(ground, writeHeading(heading, paper, make), drawing, below, said);
  copy.removeAttribute("style");
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("viewBox", `0 0 ${width} ${height}`);
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  return { copy, width, height };
}

/** Font and colours of the page; what is muted has the colour of the axis. */
function paperOf(svg: SVGElement) {
  const { color, fontFamily } = getComputedStyle(document.body);
  const tick = svg.querySelector(".plot-tick, .plot-name");
  return { ink: color, muted: tick ? getComputedStyle(tick).fill : color, fontFamily };
}

type Paper = ReturnType<typeof paperOf>;

function writeHeading({ lines }: ImageHeading, paper: Paper, make: Make): SVGElement {
  const group = textGroup(paper, make);
  for (const { y, texts } of lines) {
    const line = make("text");
    line.setAttribute("x", String(IMAGE_PAD));
    line.setAttribute("y", String(IMAGE_PAD + y));
    texts.forEach((text, index) => line.append(writeText(text, index > 0 ? APART : 0, paper, make)));
    group.append(line);
  }
  return group;
}

function writeText({ text, size, weight, tone }: HeadingText, apart: number, paper: Paper, make: Make) {
  const part = make("tspan");
  if (apart > 0) part.setAttribute("dx", String(apart));
  part.setAttribute("font-size", String(size));
  part.setAttribute("font-weight", String(weight));
  part.setAttribute("fill", paper[tone]);
  part.textContent = text;
  return part;
}

/** A stroke in the colour of each entry with its text after it. */
function writeLegend({ entries, more }: PictureLegend, paper: Paper, make: Make): SVGElement {
  const group = textGroup(paper, make);
  const write = (text: string, x: number, y: number) =>
    group.append(writeLine(text, { x, y, size: LEGEND_SIZE }, paper, make));
  for (const entry of entries) {
    const stroke = make("rect");
    stroke.setAttribute("x", String(entry.x));
    stroke.setAttribute("y", String(entry.y - STROKE_ABOVE));
    stroke.setAttribute("width", String(SWATCH));
    stroke.setAttribute("height", String(STROKE));
    stroke.setAttribute("fill", resolve(runColour(entry.colour)));
    group.append(stroke);
    write(entry.text, textAt(entry), entry.y);
  }
  if (more) write(more.text, more.x, more.y);
  return group;
}

function writeNotes({ lines }: PictureNotes, paper: Paper, make: Make): SVGElement {
  const group = textGroup(paper, make);
  for (const { y, text } of lines) group.append(writeLine(text, { x: 0, y, size: NOTES_SIZE }, paper, make));
  return group;
}

function writeLine(
  text: string,
  { x, y, size }: { x: number; y: number; size: number },
  paper: Paper,
  make: Make,
): SVGElement {
  const line = make("text");
  line.setAttribute("x", String(x));
  line.setAttribute("y", String(y));
  line.append(writeText({ text, size, weight: 400, tone: "muted" }, 0, paper, make));
  return line;
}

function textGroup({ fontFamily }: Paper, make: Make): SVGElement {
  const group = make("g");
  group.setAttribute("font-family", fontFamily);
  return group;
}

/** The value behind "var(--name)", which means nothing outside the page. */
function resolve(colour: string): string {
  const [, name = ""] = /^var\((--[\w-]+)\)$/.exec(colour) ?? [];
  return getComputedStyle(document.body).getPropertyValue(name).trim() || colour;
}

function serialise(svg: SVGSVGElement): string {
  return new XMLSerializer().serializeToString(svg);
}

async function asDataUrl(path: string): Promise<string> {
  const bytes = new Uint8Array(await (await fetch(path)).arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return `data:font/woff2;base64,${btoa(text)}`;
}
