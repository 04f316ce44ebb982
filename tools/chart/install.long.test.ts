import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { spaceEndpoints } from '../../contract/src/spaces.ts'
import { clusterFor, skippedWithoutCluster } from '../../server/src/areas/executors/testing/expected-cluster.ts'
import { createClient, testPassword } from '../../server/src/testing/client.ts'
import { chart, runHelm, skippedWithoutHelm } from './testing/helm.ts'
import { isReady, until, watchRelease } from './testing/release.ts'

const cluster = await clusterFor()
const image = process.env['VERMILION_TEST_IMAGE']
const skippedWithoutImage =
  image === undefined ? ', skipped: VERMILION_TEST_IMAGE names no image of the product that the nodes have' : ''
const skipped = `${skippedWithoutCluster()}${skippedWithoutHelm}${skippedWithoutImage}`
