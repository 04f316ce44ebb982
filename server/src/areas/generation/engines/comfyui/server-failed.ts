import { serviceFailures } from '@vermilion/contract/services/failures'
import { say, type Text } from '@vermilion/contract/kernel/text'
import { TestFailed } from '#areas/settings'

/** Failures of a connection that pass by themselves, as while a server starts. */
const passing = ['connection-refused', 'unreachable', 'host-unknown', 'timeout', 'closed', 'failed', 'limited']

/** A ComfyUI server does not do what it is for. Others may, and it itself later where that is `passing`. */
export class ServerFailed extends Error {
  readonly words: Text
  readonly isPassing: boolean

  constructor(words: Text, isPassing: boolean) {
    super(words.en)
    this.name = 'ServerFailed'
    this.words = words
    this.isPassing = isPassing
  }
}

/** ComfyUI will not run this workflow, and says why. */
export class PromptRefused extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'PromptRefused'
  }
}

/** What went wrong in a call as a failure of the server, without the token that it was called with. */
export function toServerFailed(error: unknown, token: string | null): unknown {
  if (!(error instanceof TestFailed)) return error
  const { failure, values } = error
  const words = {
    en: withoutToken(say(serviceFailures[failure], 'en-US', values), token),
    zh: withoutToken(say(serviceFailures[failure], 'zh-CN', values), token),
  }
  return new ServerFailed(words, passing.includes(failure))
}

export const withoutToken = (words: string, token: string | null): string =>
  token === null || token === '' ? words : words.replaceAll(token, '***')
