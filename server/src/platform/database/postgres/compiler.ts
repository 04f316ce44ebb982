import {
  ColumnDefinitionNode,
  CreateTableNode,
  OperatorNode,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  RawNode,
  type BinaryOperationNode,
  type DataTypeNode,
} from 'kysely'
import { written } from '../dialect.ts'
import { postgresDialect } from './dialect.ts'

/** The column behind `dialect.rowNumber`. */
const rowNumber = ColumnDefinitionNode.create('rowid', RawNode.createWithSql('bigint generated always as identity'))

const types: Readonly<Record<string, string>> = { integer: 'bigint', blob: 'bytea' }

export class PostgresCompiler extends PostgresQueryCompiler {
  protected override visitRaw(node: RawNode): void {
    const expression = written(node, postgresDialect)
    if (expression === undefined) super.visitRaw(node)
    else this.visitNode(expression.toOperationNode())
  }

  protected override visitCreateTable(node: CreateTableNode): void {
    super.visitCreateTable(CreateTableNode.cloneWithColumn(node, rowNumber))
  }

  /** In PostgreSQL a list has at least one value. */
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { operator, rightOperand } = node
    const isEmpty = PrimitiveValueListNode.is(rightOperand) && rightOperand.values.length === 0
    if (!isEmpty || !OperatorNode.is(operator)) super.visitBinaryOperation(node)
    else this.append(operator.operator === 'in' ? 'false' : 'true')
  }

  protected override visitDataType(node: DataTypeNode): void {
    this.append(types[node.dataType] ?? node.dataType)
  }

  /** PostgreSQL guesses the type of a parameter from what stands beside it, and takes it for text where nothing does. */
  protected override appendValue(value: unknown): void {
    super.appendValue(value)
    if (typeof value === 'number' || typeof value === 'boolean') this.append(`::${typeOf(Number(value))}`)
  }
}

/** Functions such as `substr` and operators such as `>>` take no `bigint`, while `integer` goes for one everywhere. */
function typeOf(value: number): string {
  if (!Number.isInteger(value)) return 'double precision'
  return Math.abs(value) < 2 ** 31 ? 'integer' : 'bigint'
}
