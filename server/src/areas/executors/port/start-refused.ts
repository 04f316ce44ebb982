import type { Text } from '@vermilion/contract/kernel/text'

/** A start that is refused for good, in words for users. */
export class StartRefused extends Error {
  readonly text: Text

  constructor(text: Text) {
    super(text.en)
    this.text = text
  }
}
