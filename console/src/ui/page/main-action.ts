export interface MainAction {
  text: string
  short?: string
  run: () => void
}
