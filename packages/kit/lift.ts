/** Turns stored settings of one version into those of the next. Key n lifts version n to n + 1. Pure; never throws on what was once valid. */
export type Lifts = Readonly<Record<number, (settings: Record<string, unknown>) => Record<string, unknown>>>
