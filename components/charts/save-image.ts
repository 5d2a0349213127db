import type { ImageHeading } from "./prepare/image-heading.ts";
import { saveFile } from "./save-file.ts";

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

/**
 * Saves the drawing of a chart as it looks now, theme included, with its heading above it. The SVG has every colour and font written out, so that it
 * stands without our style sheet; the PNG is drawn from it at twice the size, with the font inside, since an image sees none
 * of the page's.
 */
export async function saveImage(
  svg: SVGSVGElement,
  heading: ImageHeading,
  title: string,
  format: "svg" | "png",
): Promise<void> {
  const { copy, width, height } = standAlone(svg, heading);
  if (format === "svg") return saveFile(new Blob([write(copy)], { type: "image/svg+xml" }), `${title}.svg`);
  const style = document.createElementNS(copy.namespaceURI, "style");
  style.textContent = `@font-face{font-family:Geist;font-weight:100 900;src:url(${await asDataUrl(FONT)})}`;
  copy.prepend(style);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(write(copy))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width * DENSITY;
  canvas.height = height * DENSITY;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => {
    if (blob) saveFile(blob, `${title}.png`);
  }, "image/png");
}

function standAlone(svg: SVGSVGElement, heading: ImageHeading) {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const originals = svg.querySelectorAll<SVGElement>("*");
  copy.querySelectorAll<SVGElement>("*").forEach((element, index) => {
    const computed = getComputedStyle(originals[index]);
    for (const property of STYLED) element.setAttribute(property, computed.getPropertyValue(property));
    element.removeAttribute("class");
  });
  const width = svg.clientWidth + 2 * IMAGE_PAD;
  const height = svg.clientHeight + heading.height + 2 * IMAGE_PAD;
  const make = (name: string) => document.createElementNS(copy.namespaceURI, name) as SVGElement;
  const drawing = make("g");
  drawing.setAttribute("transform", `translate(${IMAGE_PAD} ${IMAGE_PAD + heading.height})`);
  // Title and description of the picture stay its own.
  drawing.append(...[...copy.children].filter(({ localName }) => !["title", "desc"].includes(localName)));
  const ground = make("rect");
  ground.setAttribute("width", "100%");
  ground.setAttribute("height", "100%");
  ground.setAttribute("fill", getComputedStyle(document.body).backgroundColor);
  copy.append(ground, writeHeading(heading, svg, make), drawing);
  copy.removeAttribute("style");
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("viewBox", `0 0 ${width} ${height}`);
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  return { copy, width, height };
}

/** In the font and colours of the page; what is muted has the colour of the axis. */
function writeHeading(
  { lines }: ImageHeading,
  svg: SVGElement,
  make: (name: string) => SVGElement,
): SVGElement {
  const { color, fontFamily } = getComputedStyle(document.body);
  const tick = svg.querySelector(".plot-tick, .plot-name");
  const muted = tick ? getComputedStyle(tick).fill : color;
  const group = make("g");
  group.setAttribute("font-family", fontFamily);
  for (const { y, texts } of lines) {
    const line = make("text");
    line.setAttribute("x", String(IMAGE_PAD));
    line.setAttribute("y", String(IMAGE_PAD + y));
    texts.forEach(({ text, size, weight, tone }, index) => {
      const part = make("tspan");
      if (index > 0) part.setAttribute("dx", String(APART));
      part.setAttribute("font-size", String(size));
      part.setAttribute("font-weight", String(weight));
      part.setAttribute("fill", tone === "ink" ? color : muted);
      part.textContent = text;
      line.append(part);
    });
    group.append(line);
  }
  return group;
}

function write(svg: SVGSVGElement): string {
  return new XMLSerializer().serializeToString(svg);
}

async function asDataUrl(path: string): Promise<string> {
  const bytes = new Uint8Array(await (await fetch(path)).arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return `data:font/woff2;base64,${btoa(text)}`;
}
