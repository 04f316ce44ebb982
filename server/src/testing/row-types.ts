import { fileURLToPath } from 'node:url'
import { API, type Checker, type Project } from 'typescript/unstable/sync'
import type { CallExpression, Node, SourceFile } from 'typescript/unstable/ast'
import { isCallExpression, isPropertyAccessExpression } from 'typescript/unstable/ast/is'

export interface DeclaredTable {
  readonly file: string
  readonly table: string
  readonly columns: readonly string[]
}

const server = fileURLToPath(new URL('../..', import.meta.url))

export function declaredTables(): DeclaredTable[] {
  const compiler = new API({ cwd: server })
  try {
    const project = compiler
      .updateSnapshot({ openProject: `${server}tsconfig.json` })
      .getProject(`${server}tsconfig.json`)
    if (project === undefined) throw new Error('the compiler did not open the project of the server')
    return sourcesOf(project).flatMap((source) => tablesOf(source, project.checker))
  } finally {
    compiler.close()
  }
}

function sourcesOf({ program, rootFiles }: Project): SourceFile[] {
  return rootFiles
    .filter((file) => file.startsWith(`${server}src/`) && !/\.test\.ts$|\/testing\/|conformance/.test(file))
    .flatMap((file) => program.getSourceFile(file) ?? [])
}

function tablesOf(source: SourceFile, checker: Checker): DeclaredTable[] {
  return queriesIn(source).flatMap(({ typeArguments }) => {
    const tables = typeArguments?.[0] && checker.getTypeFromTypeNode(typeArguments[0])
    if (tables === undefined) return []
    return checker.getPropertiesOfType(tables).map((table) => {
      const row = checker.getTypeOfSymbol(table)
      const columns = row === undefined ? [] : checker.getPropertiesOfType(row).map(({ name }) => name)
      return { file: source.fileName.slice(server.length), table: table.name, columns }
    })
  })
}

function queriesIn(source: SourceFile): CallExpression[] {
  const calls: CallExpression[] = []
  const visit = (node: Node): void => {
    if (isCallExpression(node) && node.typeArguments?.length === 1 && isPropertyAccessExpression(node.expression)) {
      if (['query', 'reader'].includes(node.expression.name.text)) calls.push(node)
    }
    node.forEachChild(visit)
  }
  visit(source)
  return calls
}
