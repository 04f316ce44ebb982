import { mkdir } from 'node:fs/promises'
import type { Accounts } from '#areas/accounts'
import type { ExternalRuns, ExternalTask, TaskRow } from '#areas/tasks'
import type { CallContext, Caller, IncomingCall } from '../protocol/context.ts'
import { MlflowError } from '../protocol/mlflow-error.ts'
import { missingRun, taskIdOf } from '../runs/run.ts'

interface AccountCallerNeeds {
  accounts: Pick<Accounts, 'byToken'>
  external: ExternalRuns
  contextOf(task: TaskRow): Promise<CallContext>
}

const maxSearchedRuns = 2_000

/** With its access token an account reads and writes all runs that are reported from elsewhere, as it may all else. */
export async function accountCaller(
  { accounts, external, contextOf }: AccountCallerNeeds,
  { token, address, client, isWriting }: IncomingCall,
): Promise<Caller | undefined> {
  const identity = await accounts.byToken(token, address)
  if (identity === undefined) return undefined
  const { account, credential } = identity
  if (isWriting && credential.scope === 'read-only')
    throw new MlflowError('PERMISSION_DENIED', 'This access token may only read')

  async function externalContext({ task, run }: ExternalTask): Promise<CallContext> {
    const { userName: user, experimentId, deletedAt } = run
    const of = { user, experimentId, isDeleted: deletedAt !== null, note: external.note }
    return { ...(await contextOf(task)), external: of }
  }

  return {
    account: account.username,
    credential: credential.kind,
    tokenName: credential.name ?? '',
    address,
    client,
    taskId: null,
    usualRunId: undefined,
    async contextOf(runId) {
      const match = await external.find(taskIdOf(runId))
      if (match === undefined) throw missingRun(runId)
      if (isWriting) await external.heard(match)
      const context = await externalContext(match)
      await mkdir(context.output, { recursive: true })
      return context
    },
    async contextsIn(experimentIds) {
      const latest = await external.latest(experimentIds, maxSearchedRuns)
      return Promise.all(latest.map(externalContext))
    },
  }
}
