import { serviceFailures } from '@vermilion/contract/services/failures'
import { say, type Text } from '@vermilion/contract/kernel/text'
import { TestFailed } from '#areas/settings'

const passing = ['connection-refused', 'unreachable', 'host-unknown', 'timeout', 'closed', 'failed', 'limited']

/** A server's failure. Others may work, and the same one later if `isPassing`. */
export class ServerFailed extends Error {
  readonly text: Text
  readonly isPassing: boolean

  constructor(text: Text, isPassing: boolean) {
    super(text.en)
    this.name = 'ServerFailed'
    this.text = text
    this.isPassing = isPassing
  }
}

export class PromptRefused extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'PromptRefused'
  }
}

/** Without the token. */
export function toServerFailed(error: unknown, token: string | null): unknown {
  if (!(error instanceof TestFailed)) return error
  const { failure, values } = error
  const text = {
    en: withoutToken(say(serviceFailures[failure], 'en-US', values), token),
    zh: withoutToken(say(serviceFailures[failure], 'zh-CN', values), token),
  }
  return new ServerFailed(text, passing.includes(failure))
}

export const withoutToken = (text: string, token: string | null): string =>
  token === null || token === '' ? text : text.replaceAll(token, '***')
