import { senderFields } from '#contract/words/fields/club.ts'
import { TextField } from '~/components/fields/text-field'
import type { FieldHandle } from '~/components/resource-form/form-context'

type Names = 'name' | 'address' | 'contact' | 'fromName'

interface SenderFieldsProps {
  fields: Record<Names, FieldHandle<string | null>>
  /** What holds where a field is empty. */
  otherwise?: Record<Names, string>
}

/** Who writes mails to members: for the chain, or for a shop of another company. */
export function SenderFields({ fields, otherwise }: SenderFieldsProps) {
  const hint = (name: Names, example: string) =>
    otherwise ? { placeholder: otherwise[name] } : { placeholder: `例: ${example}` }
  return (
    <>
      <TextField
        field={fields.name}
        label={senderFields.name}
        maxLength={60}
        help="送信に責任を持つ会社または個人の名称です。"
        {...hint('name', '株式会社カラダクラブ')}
      />
      <TextField
        field={fields.address}
        label={senderFields.address}
        maxLength={120}
        {...hint('address', '〒000-0000 東京都見本区見本町1-1-1')}
      />
      <TextField
        field={fields.contact}
        label={senderFields.contact}
        maxLength={120}
        help="苦情や問い合わせを受け付ける電話番号・メールアドレス・URLです。"
        {...hint('contact', '03-0000-0000')}
      />
      <TextField
        field={fields.fromName}
        label={senderFields.fromName}
        maxLength={40}
        help="メールに差出人名を入力しないとき、この名前で届きます。"
        {...hint('fromName', 'からだクラブ')}
      />
    </>
  )
}
