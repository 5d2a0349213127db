import { saveFile } from "./save-file.ts";

const INHERITED = ["fill", "stroke", "color", "font-family", "font-size", "font-weight", "opacity"] as const;
/** Twice the pixels, for slides and papers. */
const DENSITY = 2;

/**
 * Saves the drawing of a chart as it looks now, theme included. The SVG has every colour and font written out, so that it
 * stands without our style sheet; the PNG is drawn from it at twice the size.
 */
export async function saveImage(svg: SVGSVGElement, title: string, format: "svg" | "png"): Promise<void> {
  const text = standAlone(svg);
  const file = new Blob([text], { type: "image/svg+xml" });
  if (format === "svg") return saveFile(file, `${title}.svg`);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = svg.clientWidth * DENSITY;
  canvas.height = svg.clientHeight * DENSITY;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => {
    if (blob) saveFile(blob, `${title}.png`);
  }, "image/png");
}

function standAlone(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const originals = svg.querySelectorAll<SVGElement>("*");
  copy.querySelectorAll<SVGElement>("*").forEach((element, index) => {
    const computed = getComputedStyle(originals[index]);
    for (const property of INHERITED) element.setAttribute(property, computed.getPropertyValue(property));
    element.removeAttribute("class");
  });
  const ground = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  ground.setAttribute("width", "100%");
  ground.setAttribute("height", "100%");
  ground.setAttribute("fill", getComputedStyle(document.body).backgroundColor);
  copy.prepend(ground);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(svg.clientWidth));
  copy.setAttribute("height", String(svg.clientHeight));
  return new XMLSerializer().serializeToString(copy);
}
