/** The build that a freshly loaded page would come from. */
export interface Build {
  id: string
}
