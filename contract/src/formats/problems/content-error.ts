import type { Text } from '../../kernel/text.ts'

export class ContentError extends Error {
  readonly detail: Text

  constructor(detail: Text) {
    super(detail.en)
    this.name = new.target.name
    this.detail = detail
  }
}
