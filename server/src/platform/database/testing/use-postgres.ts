import { inject } from 'vitest'

// Evaluated before a file of tests and all that it imports.
process.env['VERMILION_TEST_POSTGRES'] = inject('postgres')
