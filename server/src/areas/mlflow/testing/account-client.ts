import { accountEndpoints, type AccessScope } from '@vermilion/contract/accounts'
import type { TestServer } from '../../../testing/start-server.ts'
import { clientOf } from './tracking-client.ts'

/** A client on another machine that has nothing but the address of the server and an access token. */
export async function accountClient(server: TestServer, scope: AccessScope = 'full', basic = false) {
  const body = { name: `machine ${Math.random()}`, expiresAt: null, scope }
  const { secret } = await server.call(accountEndpoints.createAccessToken, { body })
  const environment = { MLFLOW_TRACKING_URI: server.address, MLFLOW_TRACKING_TOKEN: secret, MLFLOW_RUN_ID: '' }
  return { ...clientOf(environment, basic), environment }
}
