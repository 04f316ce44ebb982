import { directions } from '../directions.ts'
import type { Violation } from './violation.ts'

export const directionViolations: Readonly<Record<string, Violation>> = {
  'platform → area': {
    check: directions,
    files: {
      'server/src/platform/clock.ts': `import { space } from '#areas/spaces'\n\nexport const now = () => space\n`,
    },
    says: /server-platform/,
  },
  'area → application': {
    check: directions,
    files: { 'server/src/areas/spaces/service.ts': `import '../../main.ts'\n\nexport const space = 1\n` },
    says: /server-areas/,
  },
  'lib → area in the console': {
    check: directions,
    files: {
      'console/src/lib/query.ts': `import { page } from '#areas/spaces'\n\nexport const query = page\n`,
      'console/src/areas/spaces/index.ts': `export const page = 1\n`,
    },
    says: /console-lib/,
  },
  'internals of a sibling area': {
    check: directions,
    files: {
      'server/src/areas/files/index.ts': `import { space } from '../spaces/service.ts'\n\nexport const files = space\n`,
    },
    says: /area-front-door/,
  },
  'internals of an area from the application': {
    check: directions,
    files: { 'server/src/main.ts': `import { space } from './areas/spaces/service.ts'\n\nconsole.log(space)\n` },
    says: /area-front-door-from-app/,
  },
  'a later area': {
    check: directions,
    files: {
      'server/src/areas/spaces/service.ts': `import { files } from '#areas/files'\n\nexport const space = files\n`,
    },
    says: /area-order-spaces/,
  },
  'a later area by its type alone': {
    check: directions,
    files: {
      'server/src/areas/spaces/service.ts': `import type { File } from '../files/index.ts'\n\nexport const space: File = 1\n`,
      'server/src/areas/files/index.ts': `export type File = number\n`,
    },
    says: /area-order-spaces/,
  },
  'a loose file in the root of an area': {
    check: directions,
    files: { 'server/src/areas/spaces/covers.ts': `export const cover = 1\n` },
    says: /loose in the root of an area.*spaces\/covers/,
  },
  'an area that is in no list': {
    check: directions,
    files: { 'server/src/areas/weather/index.ts': `export const rain = 1\n` },
    says: /weather/,
  },
  'console → server': {
    check: directions,
    files: {
      'console/src/main.tsx': `import { now } from '../../server/src/platform/clock.ts'\n\nexport const start = now\n`,
    },
    says: /console-workspace/,
  },
  'server → console': {
    check: directions,
    files: {
      'server/src/platform/clock.ts': `import { start } from '../../../console/src/main.tsx'\n\nexport const now = start\n`,
    },
    says: /server-workspace/,
  },
  'server → trainer': {
    check: directions,
    files: { 'server/src/platform/clock.ts': `import '../../../trainer/src/train.ts'\n\nexport const now = 1\n` },
    says: /server-workspace/,
  },
  'server → scenes': {
    check: directions,
    files: {
      'server/src/platform/clock.ts': `import '../../../scenes/src/render-scenes.ts'\n\nexport const now = 1\n`,
    },
    says: /server-workspace/,
  },
  'contract → server': {
    check: directions,
    files: {
      'contract/src/spaces.ts': `import { now } from '../../server/src/platform/clock.ts'\n\nexport const spaceName = now\n`,
    },
    says: /contract-workspace/,
  },
  'kernel → area of the contract': {
    check: directions,
    files: {
      'contract/src/kernel/page.ts': `import { spaceName } from '../spaces.ts'\n\nexport const pageSize = spaceName\n`,
    },
    says: /kernel-first/,
  },
  'a test driver in the product': {
    check: directions,
    files: {
      'server/src/platform/clock.ts': `import { slow } from './testing/slow.ts'\n\nexport const now = () => slow\n`,
      'server/src/platform/testing/slow.ts': `export const slow = 1\n`,
    },
    says: /testing-in-tests/,
  },
  'a cycle of types': {
    check: directions,
    files: {
      'contract/src/spaces.ts': `import type { Size } from './files.ts'\n\nexport type Name = Size\n`,
      'contract/src/files.ts': `import type { Name } from './spaces.ts'\n\nexport type Size = Name\n`,
    },
    says: /no-cycle/,
  },
  'a folder named utils': {
    check: directions,
    files: { 'server/src/platform/utils/text.ts': `export const upper = 1\n` },
    says: /platform\/utils\/text\.ts/,
  },
}
