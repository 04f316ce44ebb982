import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { taskRules } from '../../server/src/areas/executors/testing/kubernetes-account.ts'
import { chart, render, runHelm, skippedWithoutHelm, type ClusterObject } from './testing/helm.ts'
import { refusedSets, valueSets, withStandby } from './testing/value-sets.ts'

const one = (objects: readonly ClusterObject[], kind: string) => objects.find((object) => object.kind === kind)

describe.skipIf(skippedWithoutHelm !== '')(`the chart${skippedWithoutHelm}`, () => {
  test.for(Object.entries(valueSets))('%s passes the strict lint', async ([, values]) => {
    expect(await runHelm(['lint', chart, '--strict'], values)).toContain('0 chart(s) failed')
  })

  test.for(refusedSets)('what cannot work is refused: %s', async ([message, values]) => {
    await expect(render(values)).rejects.toThrow(message)
  })

  test('a server alone keeps its data in a volume, and one with a standby in none', async () => {
    const alone = await render(valueSets['alone on SQLite'])
    expect(one(alone, 'StatefulSet')).toMatchObject({ spec: { replicas: 1, volumeClaimTemplates: [{}] } })
    expect(alone.map(({ kind }) => kind).toSorted()).toEqual(['Service', 'ServiceAccount', 'StatefulSet'])
    const both = await render(withStandby)
    expect(one(both, 'Deployment')).toMatchObject({
      spec: { replicas: 2, strategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: 1 } } },
    })
    expect(one(both, 'Service')).toMatchObject({ spec: { selector: { 'vermilion/leads': 'yes' } } })
    expect(one(both, 'PodDisruptionBudget')).toMatchObject({ spec: { maxUnavailable: 1 } })
  })

  test('by readiness nothing of the cluster is asked for, and a standby is not ready', async () => {
    const objects = await render(valueSets['leader and standby by readiness'])
    const template = { spec: { containers: [{ readinessProbe: { httpGet: { path: '/api/v1/health/ready' } } }] } }
    expect(one(objects, 'Deployment')).toMatchObject({ spec: { strategy: { type: 'Recreate' }, template } })
    for (const kind of ['Role', 'ConfigMap', 'PodDisruptionBudget']) expect(one(objects, kind)).toBeUndefined()
  })

  test('the Role of tasks has what they need, and nothing else', async () => {
    const objects = await render(valueSets['tasks of the cluster'])
    expect(one(objects, 'Role')).toMatchObject({ metadata: { namespace: 'training' }, rules: taskRules })
    expect(one(objects, 'RoleBinding')).toMatchObject({ subjects: [{ name: 'it', namespace: 'lab' }] })
  })

  test.for(Object.entries(valueSets))('secrets are only in Secrets: %s', async ([, values]) => {
    const objects = (await render(values)).filter(({ kind }) => kind !== 'Secret')
    const text = JSON.stringify(objects)
    for (const secret of ['a password for tests', 'it is secret', 'OGI0YjQw']) expect(text).not.toContain(secret)
  })

  test('every value is in the schema, and every one of the schema is a value', () => {
    const paths = (value: unknown, path = ''): string[] =>
      typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0
        ? Object.entries(value).flatMap(([name, inner]) => paths(inner, `${path}.${name}`))
        : [path]
    const values = paths(parse(readFileSync(join(chart, 'values.yaml'), 'utf8')))
    const open = /^\.(?:resources|podSecurityContext|securityContext|ingress\.annotations)\./
    expect(
      pathsOfSchema()
        .filter((path) => !open.test(`${path}.`))
        .toSorted(),
    ).toEqual(values.filter((path) => !open.test(path)).toSorted())
  })
})

interface Schema {
  properties?: Record<string, Schema>
  allOf?: Schema[]
  $ref?: string
  definitions?: Record<string, Schema>
}

/** The paths of all values that are no objects of named values. */
function pathsOfSchema(): string[] {
  const schema = JSON.parse(readFileSync(join(chart, 'values.schema.json'), 'utf8')) as Schema
  const resolve = (node: Schema): Schema => {
    const reference = node.$ref ?? node.allOf?.[0]?.$ref
    return reference === undefined ? node : (schema.definitions?.[reference.split('/').at(-1) ?? ''] ?? node)
  }
  const below = (node: Schema, path: string): string[] => {
    const { properties } = resolve(node)
    if (properties === undefined) return path === '.global' ? [] : [path]
    return Object.entries(properties).flatMap(([name, inner]) => below(inner, `${path}.${name}`))
  }
  return below(schema, '')
}
