import { endpointAreas } from '@vermilion/contract/endpoints'
import type { Audit } from '#platform/audit/audit'
import type { Http } from '#platform/http/http'
import { identityRoutes } from './identities/routes.ts'
import { peopleRoutes } from './people/routes.ts'
import { accountRoutes } from './routes.ts'
import { type AccountsNeeds, createAccountService } from './service.ts'

export type Accounts = ReturnType<typeof createAccounts>

export function createAccounts(needs: AccountsNeeds) {
  const service = createAccountService(needs)
  return {
    ...service,
    mount(http: Http, audit: Audit): void {
      http.mount(endpointAreas.accounts, accountRoutes(service, audit))
      http.mount(endpointAreas.identities, identityRoutes(service, audit))
      http.mount(endpointAreas.people, peopleRoutes(service.people))
    },
  }
}
