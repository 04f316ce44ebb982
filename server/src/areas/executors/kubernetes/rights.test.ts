import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isPassing } from '../port/passing.ts'
import { clusterFor, skippedWithoutCluster } from '../testing/expected-cluster.ts'
import { benchOf } from '../testing/harness.ts'
import { createAccount, taskRules } from '../testing/kubernetes-account.ts'
import { kubernetesHarness } from '../testing/kubernetes-harness.ts'
import type { KubernetesHarness } from '../testing/kubernetes-harness.ts'

const cluster = await clusterFor()

describe.skipIf(cluster === null)(`rights${skippedWithoutCluster()}`, () => {
  let harness: KubernetesHarness
  beforeAll(async () => {
    if (cluster !== null) harness = await kubernetesHarness(cluster)
  })
  afterAll(() => harness.close())

  const accountWith = async (name: string, rules: typeof taskRules) =>
    cluster === null ? '' : (await createAccount(cluster, harness.settings, { name, rules })).kubeconfig

  test('a Role in the namespace is enough for all that a task needs', async () => {
    const executor = harness.another({ kubeconfig: await accountWith('tasks', taskRules) })
    const bench = benchOf({ ...harness, executor })
    expect(await executor.capacity()).toMatchObject({ accelerators: [] })
    const handle = await executor.start(bench.shell('allowed', 'echo up; read -r line </dev/null; sleep 60'), 'run')
    await bench.says(handle, 'up')
    const argv = ['/bin/sh', '-c', 'exit 3'] as const
    const terminal = await executor.open(handle, bench.nameOf(handle), { columns: 80, rows: 24, argv })
    expect((await terminal.exit).code).toBe(3)
    await executor.stop(handle, { graceSeconds: 1 })
    expect((await executor.status(handle)).phase).toBe('ended')
    await executor.clean(handle)
  })

  test('what an account may not do is told with the rule that allows it', async () => {
    const [jobs, ...others] = taskRules
    const verbs = ['get', 'list', 'watch']
    const kubeconfig = await accountWith('reader', [{ ...jobs, verbs }, ...others])
    const executor = harness.another({ kubeconfig })
    const problem = await executor.capacity().catch((error: unknown) => error)
    expect(problem).toMatchObject({ text: { zh: expect.stringContaining('Role') } })
    expect(String(problem)).toContain('- apiGroups: ["batch"]\n  resources: ["jobs"]\n  verbs: ["create", "delete"]')
    const refused = await executor
      .start(benchOf(harness).shell('forbidden', 'true'), 'run')
      .catch((error: unknown) => error)
    expect(String(refused)).toContain('may not create jobs in the namespace')
    expect(String(refused)).toContain('- apiGroups: ["batch"]\n  resources: ["jobs"]\n  verbs: ["create"]')
    expect(isPassing(refused)).toBe(false)
  })

  test('a kubeconfig that cannot be used says what to do', async () => {
    const { kubeconfig } = harness.settings
    const problemOf = async (content: string, context?: string) =>
      String(
        await harness
          .another({ kubeconfig: content, context })
          .capacity()
          .catch((error: unknown) => error),
      )
    const fine = kubeconfig ?? ''
    expect(await problemOf(fine.replace(/token: "[^"]*"/, 'token: "expired"'))).toContain('wrong or expired')
    expect(await problemOf(fine, 'production')).toContain('no context production. It has: test')
    expect(await problemOf('{')).toContain('cannot be used')
    expect(await problemOf('')).toContain('cannot be used')
    const program = 'user: {exec: {command: /bin/sh, apiVersion: client.authentication.k8s.io/v1}, token:'
    expect(await problemOf(fine.replace('user: {token:', program))).toContain('names exec')
    expect(await problemOf(fine.replace('user: {token:', 'user: {tokenFile: /etc/passwd, token:'))).toContain(
      'tokenFile',
    )
    expect(await problemOf(fine.replace('insecure-skip-tls-verify: true', ''))).toContain('certificate-authority-data')
    const nowhere = harness.another({ kubeconfig: fine.replace(/https:[^"\s]+/, 'https://127.0.0.1:1') })
    const away = await nowhere.capacity().catch((error: unknown) => error)
    expect(away).toMatchObject({ code: 'ECONNREFUSED' })
    expect(isPassing(away)).toBe(true)
    const lost = await harness
      .another({ namespace: 'nowhere' })
      .start(benchOf(harness).shell('any', 'true'), 'run')
      .catch(String)
    expect(lost).toContain('kubectl create namespace nowhere')
  })

  test('a pod template is checked, and the product wins over it', async () => {
    const { check } = harness.another({ podTemplate: 'spec: {hostNetwork: true}' })
    const spec = benchOf(harness).shell('templated', 'echo "$TOPIC $DECLARED"; cat /extra/labels')
    expect(await check(spec)).toEqual([expect.stringContaining('hostNetwork')])
    const escape = JSON.stringify({ spec: { volumes: [{ name: 'etc', hostPath: { path: '/etc' } }] } })
    expect(await harness.another({ podTemplate: escape }).check(spec)).toEqual([expect.stringContaining('hostPath')])
    const podTemplate = `
metadata: {labels: {team: vision, vermilion/owner: nobody}}
spec:
  containers:
  - command: [/bin/false]
    env: [{name: TOPIC, value: birds}, {name: DECLARED, value: "no"}]
    volumeMounts: [{name: extra, mountPath: /extra}]
  volumes:
  - {name: extra, downwardAPI: {items: [{path: labels, fieldRef: {fieldPath: "metadata.labels['team']"}}]}}`
    const executor = harness.another({ podTemplate })
    const handle = await executor.start(spec, 'run')
    const bench = benchOf({ ...harness, executor })
    expect((await bench.over(handle)).exit?.code).toBe(0)
    expect(await bench.log(handle)).toBe('birds yes\nvision')
  })
})
