import type { Text } from '@vermilion/contract/kernel/text'
import { StartRefused } from '../port/start-refused.ts'
import type { KubernetesClient } from './client/client.ts'
import { ruleText } from './client/failure.ts'

/** What a Role has to allow in the namespace. */
const neededRules = [
  { group: 'batch', resource: 'jobs', verbs: ['create', 'get', 'list', 'watch', 'delete'] },
  { group: '', resource: 'pods', verbs: ['get', 'list', 'watch', 'delete', 'patch'] },
  { group: '', resource: 'pods/log', verbs: ['get'] },
  { group: '', resource: 'pods/exec', verbs: ['create', 'get'] },
] as const

/** What lets an account see the cluster around its namespace. */
export const clusterRoleFor = (lacking: readonly string[]) => `# The account may not ${lacking.join(', ')}
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: { name: vermilion }
rules:
  - { apiGroups: [''], resources: [nodes, pods], verbs: [list] }`

const lifetimeMs = 300_000

/** Asks the API server what this account may do, and fails with the rules that are missing. */
export function createRightsCheck(client: KubernetesClient, namespace: string) {
  let fineAt = -Infinity

  async function isAllowed(group: string, resourcePath: string, verb: string): Promise<boolean> {
    const [resource, subresource] = resourcePath.split('/')
    const body = { spec: { resourceAttributes: { namespace, group, resource, subresource, verb } } }
    const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews'
    const { status } = await client.call<{ status: { allowed: boolean } }>('POST', path, { body })
    return status.allowed
  }

  return async function checkRights(): Promise<void> {
    if (Date.now() - fineAt < lifetimeMs) return
    const missing = await Promise.all(
      neededRules.map(async ({ group, resource, verbs }) => {
        const allowed = await Promise.all(verbs.map((verb) => isAllowed(group, resource, verb)))
        return { group, resource, verbs: verbs.filter((_, position) => !allowed[position]) }
      }),
    )
    const rules = missing.filter(({ verbs }) => verbs.length > 0)
    if (rules.length > 0) throw new StartRefused(missingText(namespace, rules))
    fineAt = Date.now()
  }
}

function missingText(namespace: string, rules: { group: string; resource: string; verbs: string[] }[]): Text {
  const lines = rules.map(({ group, resource, verbs }) => ruleText(group, resource, verbs)).join('\n')
  const some = rules.map(({ resource, verbs }) => `${verbs.join(', ')} ${resource}`).join('; ')
  return {
    en: `the account may not do everything that tasks need in the namespace ${namespace} (${some}). Add these rules to its Role:\n${lines}`,
    zh: `该账户在命名空间 ${namespace} 中缺少任务所需的权限（${some}）。请在其 Role 中加入以下规则：\n${lines}`,
  }
}
