import { settingsEndpoints } from '@vermilion/contract/settings'
import { createClient } from '../http/client.ts'
import { createNewsHub, type NewsHub } from './news-hub.ts'
import { wait } from '../wait.ts'

export function openNews(): NewsHub {
  return createNewsHub({
    open: ({ base, token, language }, headers, signal) => {
      const client = createClient({ base, token: () => token, language: () => language, onUnauthenticated: () => {} })
      return client.stream(settingsEndpoints.events, headers, signal)
    },
    wait,
  })
}
