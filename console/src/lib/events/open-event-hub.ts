import { settingsEndpoints } from '@vermilion/contract/settings'
import { createClient } from '../http/client.ts'
import { createEventHub, type EventHub } from './event-hub.ts'
import { wait } from '../wait.ts'

export function openEventHub(): EventHub {
  return createEventHub({
    open: ({ base, token, language }, headers, signal) => {
      const client = createClient({ base, token: () => token, language: () => language, onUnauthenticated: () => {} })
      return client.stream(settingsEndpoints.events, headers, signal)
    },
    wait,
  })
}
