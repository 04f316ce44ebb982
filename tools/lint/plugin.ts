// Rules of this repository that oxlint does not bring.
import { attributeText } from './attribute-text.ts'
import { declaredName } from './declared-name.ts'
import { labelKind } from './label-kind.ts'
import { pictureAccess } from './picture-access.ts'
import { sqlDialect } from './sql-dialect.ts'

export default {
  meta: { name: 'vermilion' },
  rules: {
    'attribute-text': attributeText,
    'declared-name': declaredName,
    'label-kind': labelKind,
    'picture-access': pictureAccess,
    'sql-dialect': sqlDialect,
  },
}
