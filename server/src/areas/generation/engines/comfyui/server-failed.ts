import { serviceFailures } from '@vermilion/contract/services/failures'
import { say, type Text } from '@vermilion/contract/kernel/text'
import { TestFailed } from '#areas/settings'

/** Temporary connection failures, such as during a server's start. */
const passing = ['connection-refused', 'unreachable', 'host-unknown', 'timeout', 'closed', 'failed', 'limited']

/** A server's failure. Others may work, and the same one later if `isPassing`. */
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

/** ComfyUI rejected the workflow. */
export class PromptRefused extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'PromptRefused'
  }
}

/** Converts a call's error, without the token. */
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
