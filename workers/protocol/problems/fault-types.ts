/** Fault types of a problem: its letters where it is written as letters, one per injected fault; else the type itself. */
export const faultTypes = (type: string): string[] => (/^[A-Z]+$/.test(type) ? [...new Set(type)] : [type]);
