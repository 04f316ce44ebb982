import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clusterFor, skippedWithoutCluster } from '../../server/src/areas/executors/testing/expected-cluster.ts'
import { render, skippedWithoutHelm } from './testing/helm.ts'
import { pathOf } from './testing/release.ts'
import { valueSets } from './testing/value-sets.ts'

const cluster = await clusterFor()
const namespace = `vermilion-chart-${process.pid}`
const namespaces = [namespace, 'training']

describe.skipIf(cluster === null || skippedWithoutHelm !== '')(
  `the chart on an API server${skippedWithoutCluster()}${skippedWithoutHelm}`,
  () => {
    const call = (method: string, path: string, more?: object) => cluster?.client.call<object>(method, path, more)
    beforeAll(async () => {
      for (const name of namespaces) await call('POST', '/api/v1/namespaces', { body: { metadata: { name } } })
    })
    afterAll(async () => {
      for (const name of namespaces) await call('DELETE', `/api/v1/namespaces/${name}`)
    })

    const query = { dryRun: 'All', fieldValidation: 'Strict' }

    test.for(Object.entries(valueSets))('it takes every field: %s', async ([, values]) => {
      const objects = await render(values, namespace)
      for (const body of objects)
        expect(await call('POST', pathOf(body), { body, query })).toMatchObject({ kind: body.kind })
    })

    test('it would refuse a field that does not exist', async () => {
      const [first] = await render(valueSets['alone on SQLite'], namespace)
      const body = { ...first, automountToken: true }
      const refused = call('POST', pathOf(first as never), { body, query })
      await expect(refused).rejects.toThrow('unknown field')
    })
  },
)
