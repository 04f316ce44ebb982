export interface MainAction {
  words: string
  short?: string
  run: () => void
}
