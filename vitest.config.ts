import { defineConfig } from 'vitest/config'

/** Tests start real servers, databases and processes, so a file may take longer than Vitest's five seconds. */
const patience = { testTimeout: 60_000, hookTimeout: 60_000, teardownTimeout: 20_000 }

function project(name: string, root: string) {
  return { test: { name, root, include: ['**/*.test.{ts,tsx}'], environment: 'node', ...patience } }
}

export default defineConfig({
  test: {
    projects: [
      project('contract', 'contract'),
      project('canvas', 'canvas'),
      project('trainer', 'trainer'),
      project('scenes', 'scenes'),
      project('server', 'server'),
      project('console', 'console'),
      project('tools', 'tools'),
      { test: { ...project('kill', 'e2e/kill').test, testTimeout: 300_000 } },
    ],
  },
})
