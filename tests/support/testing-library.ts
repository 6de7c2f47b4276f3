import { configure } from '@testing-library/react'

// Waiting looks again at each change of the page: a failed look must not print the whole page, which costs more than
// the look. The limit ends what hangs, on a machine several times slower.
configure({ asyncUtilTimeout: 60_000, getElementError: (message) => new Error(message ?? 'No such element') })
