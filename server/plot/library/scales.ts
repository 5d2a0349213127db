/**
 * The scales that the chart library finds under their names. It asks for all of d3 and takes one by its name; in the pages it
 * gets these instead (`next.config.mjs`), those of our axes and the ones it names itself, without calendars and colours.
 */
export { scaleLinear, scaleLog, scalePoint } from "d3-scale";
