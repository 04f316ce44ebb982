import type { IRegularForbiddenRuleType } from 'dependency-cruiser'
import { areas, layers, mayUse, workspaces, type Workspace } from './tree.ts'

/** Tests and their helpers, which may import more than the product. */
const ofTests = '\\.test\\.tsx?$|/testing/|/conformance\\.ts$'

/** Forbidden imports, derived from the lists of tree.ts. */
export function directionRules(): IRegularForbiddenRuleType[] {
  return [
    rule(
      'no-cycle',
      'Modules that need each other are one module, or a third is hidden in them.',
      {},
      { circular: true },
    ),
    rule(
      'resolved',
      'An import that leads nowhere hides what it leads to.',
      {},
      // Virtual modules of the console's build have no file.
      { couldNotResolve: true, pathNot: '^virtual:' },
    ),
    ...workspaces.map(workspaceRule),
    ...workspaces.flatMap(layerRules),
    ...areas.map(areaOrderRule),
    rule(
      'kernel-first',
      'The kernel of the contract knows no area.',
      { path: '^contract/src/kernel/' },
      { path: '^contract/src/(?!kernel/)' },
    ),
    rule(
      'area-front-door',
      'Another area is entered through its index.ts, or, by a test, through its folder named testing.',
      { path: '^(server|console)/src/areas/([^/]+)/' },
      { path: '^$1/src/areas/(?!$2/)[^/]+/(?!index\\.ts$|testing/)' },
    ),
    rule(
      'area-front-door-from-app',
      'Areas are entered through their index.ts, by the composition root too.',
      { path: '^(server|console)/src/(?!areas/)' },
      { path: '^$1/src/areas/[^/]+/(?!index\\.ts$|testing/)' },
    ),
    rule(
      'product-stands-alone',
      'The product does not need its tools and tests.',
      { path: `^(${workspaces.join('|')})/`, pathNot: ofTests },
      { path: '^(tools|e2e|bench)/' },
    ),
    rule(
      'testing-in-tests',
      'What lies in a folder named testing, and conformance suites, are for tests alone.',
      { path: `^(${workspaces.join('|')})/`, pathNot: ofTests },
      { path: ofTests },
    ),
    rule(
      'story-outside',
      'Browser stories see the product from outside.',
      // The console's client against the server over a broken wire, and the bucket and the database beneath killed servers: no
      // workspace may see both.
      { path: '^e2e/', pathNot: '^e2e/kill/(?:stream[.]test|bucket[.]long|lead[.]long|storage-server|workload)' },
      // External services, their fakes, and measurement of the machine's processes are no part of the product.
      {
        path: '^(server|console|canvas|trainer|scenes)/',
        pathNot:
          '/testing/(?:fake-|candidate[.]|killable-cluster[.]|fault-proxy|s3-server|ssh-daemon|cuttable-line|inference-board|board[.]|script-archive|marked-shell|onnx[.]|patterns[.]|processors[.]|(?:slurm|kubernetes)-cluster[.]|tiny-)',
      },
    ),
    rule(
      'production-dependency',
      'This package is not there in production: make it a dependency of this workspace.',
      { path: `^(${workspaces.join('|')})/src/`, pathNot: ofTests },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    ),
  ]
}

function workspaceRule(workspace: Workspace): IRegularForbiddenRuleType {
  const others = workspaces.filter((other) => other !== workspace && !mayUse[workspace].includes(other))
  return rule(
    `${workspace}-workspace`,
    `${workspace} may use ${mayUse[workspace].join(' and ') || 'no other workspace'}.`,
    { path: `^${workspace}/` },
    { path: `^(${others.join('|')})/` },
  )
}

function layerRules(workspace: Workspace): IRegularForbiddenRuleType[] {
  const order = layers[workspace] ?? []
  return order.map((layer, index) => {
    const source = `^${workspace}/src/`
    const allowed = order.slice(0, index + 1).join('|')
    return rule(
      `${workspace}-${layer}`,
      `${layer} may use ${order.slice(0, index + 1).join(', ')}: inside a workspace imports never lead back up.`,
      { path: `${source}${layer}[/.]`, pathNot: ofTests },
      { path: `${source}(?!(${allowed})[/.])` },
    )
  })
}

function areaOrderRule(area: string, index: number): IRegularForbiddenRuleType {
  const later = areas.slice(index + 1).join('|') || '(?!)'
  return rule(
    `area-order-${area}`,
    `${area} comes before that area: it tells news as events, and the later area listens.`,
    { path: `^(server|console|contract)/src/(?:areas/)?${area}[/.]` },
    { path: `^$1/src/(?:areas/)?(${later})[/.]` },
  )
}

function rule(
  name: string,
  comment: string,
  from: IRegularForbiddenRuleType['from'],
  to: IRegularForbiddenRuleType['to'],
): IRegularForbiddenRuleType {
  return { name, comment, severity: 'error', from, to }
}
