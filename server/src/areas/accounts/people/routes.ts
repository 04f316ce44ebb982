import type { peopleEndpoints } from '@vermilion/contract/accounts/people'
import type { Handlers } from '#platform/http/handler'
import type { People } from './people.ts'

export function peopleRoutes(people: People): Handlers<typeof peopleEndpoints> {
  return {
    listPeople: ({ query }) => people.list(query),
    createPerson: {
      transaction: 'own',
      inMemory: true,
      handle: ({ body }) => people.create(body.username, body.password),
    },
    resetPersonPassword: {
      transaction: 'own',
      inMemory: true,
      handle: ({ params, body, account }) => people.reset(params.accountId, body.password, account.id),
    },
    disablePerson: ({ params, account }) => people.disable(params.accountId, account.id),
    enablePerson: ({ params }) => people.enable(params.accountId),
    revokePersonTokens: ({ params }) => people.revokeTokens(params.accountId),
  }
}
