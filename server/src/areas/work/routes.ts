import type { workEndpoints } from '@vermilion/contract/work'
import type { Handlers } from '#platform/http/handler'
import type { WorkRegistry } from '#platform/work/work'

export function workRoutes(work: WorkRegistry): Handlers<typeof workEndpoints> {
  return {
    listWork: ({ account }) => work.list(account.username),
    stopWork: {
      transaction: 'own',
      handle: ({ params, account }) => work.stop(params.workId, account.username),
    },
  }
}
