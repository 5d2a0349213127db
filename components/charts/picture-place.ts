"use client";

import { createContext } from "react";

/** Of what the page speaks where charts stand, for pictures that leave it: an experiment, a run, the name of the page. */
export const PicturePlace = createContext<readonly string[]>([]);
