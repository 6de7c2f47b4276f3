import { Download } from 'lucide-react'
import { Button } from '~/components/ui/button'
import { saveCsvAnswer } from '~/data/save-csv'
import { exportImportRows } from '~/functions/file-import'

/** The refused rows with their reasons, to be mended and imported again. */
export const SaveRefused = ({ id }: { id: string }) => (
  <Button
    variant="outline"
    onClick={() => void saveCsvAnswer(() => exportImportRows({ data: { id, outcome: 'refused' } }))}
  >
    <Download aria-hidden />
    理由を付けてCSVに保存
  </Button>
)
