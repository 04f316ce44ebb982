export interface MainAction {
  /** "Create dataset" */
  words: string
  /** "Create": shown in the heading on a phone, where the full text would need its own line. */
  short?: string
  run: () => void
}
