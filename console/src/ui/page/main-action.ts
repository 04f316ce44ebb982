/** The one button that brings something into the list. */
export interface MainAction {
  /** "Create dataset" */
  words: string
  /** "Create": in the heading on a phone, where the words would stand in a line of their own. */
  short?: string
  run: () => void
}
