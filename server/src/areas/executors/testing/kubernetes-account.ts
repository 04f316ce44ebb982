import type { KubernetesSettings } from '@vermilion/contract/tasks/kubernetes-settings'
import type { TestCluster } from './kubernetes-cluster.ts'

interface Rule {
  apiGroups: string[]
  resources: string[]
  verbs: string[]
}

/** What tasks need. */
export const taskRules: [Rule, ...Rule[]] = [
  { apiGroups: ['batch'], resources: ['jobs'], verbs: ['create', 'get', 'list', 'watch', 'delete'] },
  { apiGroups: [''], resources: ['pods'], verbs: ['get', 'list', 'watch', 'delete', 'patch'] },
  { apiGroups: [''], resources: ['pods/log'], verbs: ['get'] },
  { apiGroups: [''], resources: ['pods/exec'], verbs: ['create', 'get'] },
]

/** Makes an account that has these rules in the namespace and nothing else. Its token ends once the account is removed. */
export async function createAccount(
  { client }: TestCluster,
  { namespace, kubeconfig }: Pick<KubernetesSettings, 'namespace' | 'kubeconfig'>,
  { name, rules }: { name: string; rules: readonly Rule[] },
): Promise<{ kubeconfig: string; remove(): Promise<void> }> {
  const call = <Body>(path: string, body: object) => client.call<Body>('POST', path, { body })
  const account = `/api/v1/namespaces/${namespace}/serviceaccounts`
  const access = `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}`
  const subjects = [{ kind: 'ServiceAccount', name, namespace }]
  await call(account, { metadata: { name } })
  await call(`${access}/roles`, { metadata: { name }, rules })
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name }
  await call(`${access}/rolebindings`, { metadata: { name }, roleRef, subjects })
  const { status } = await call<{ status: { token: string } }>(`${account}/${name}/token`, { spec: {} })
  return {
    kubeconfig: (kubeconfig ?? '').replace(/token: "[^"]*"/, `token: "${status.token}"`),
    remove: async () => void (await client.call('DELETE', `${account}/${name}`)),
  }
}
