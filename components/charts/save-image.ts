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

/**
 * Saves the drawing of a chart as it looks now, theme included. The SVG has every colour and font written out, so that it
 * stands without our style sheet; the PNG is drawn from it at twice the size, with the font inside, since an image sees none
 * of the page's.
 */
export async function saveImage(svg: SVGSVGElement, title: string, format: "svg" | "png"): Promise<void> {
  const copy = standAlone(svg);
  if (format === "svg") return saveFile(new Blob([write(copy)], { type: "image/svg+xml" }), `${title}.svg`);
  const style = document.createElementNS(copy.namespaceURI, "style");
  style.textContent = `@font-face{font-family:Geist;font-weight:100 900;src:url(${await asDataUrl(FONT)})}`;
  copy.prepend(style);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(write(copy))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = svg.clientWidth * DENSITY;
  canvas.height = svg.clientHeight * DENSITY;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => {
    if (blob) saveFile(blob, `${title}.png`);
  }, "image/png");
}

function standAlone(svg: SVGSVGElement): SVGSVGElement {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const originals = svg.querySelectorAll<SVGElement>("*");
  copy.querySelectorAll<SVGElement>("*").forEach((element, index) => {
    const computed = getComputedStyle(originals[index]);
    for (const property of STYLED) element.setAttribute(property, computed.getPropertyValue(property));
    element.removeAttribute("class");
  });
  const ground = document.createElementNS(copy.namespaceURI, "rect");
  ground.setAttribute("width", "100%");
  ground.setAttribute("height", "100%");
  ground.setAttribute("fill", getComputedStyle(document.body).backgroundColor);
  copy.prepend(ground);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(svg.clientWidth));
  copy.setAttribute("height", String(svg.clientHeight));
  return copy;
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
