/*
 * products.translated_text: what a product is found by in other languages than the main one. It follows the product's
 * texts and their translations.
 */

/** SQL of texts of a product; `values` is a query of the values of its attributes. */
type Sources = { item: string; color: string; values: string }

/** SQL of the translations of these texts, folded: those of the name in the first line. */
export const translatedText = ({ item, color, values }: Sources) => `(
    coalesce((
      select t.search_text from translations t where t.tenant_id = $1 and t.kind = 'item' and t.source = ${item}), '')
    || coalesce((
      select string_agg(e'\\n' || t.search_text, '' order by t.kind, t.source) from translations t
      where t.tenant_id = $1 and (t.kind = 'color' and t.source = ${color}
        or t.kind = 'value' and t.source = any (array(${values})))), ''))`

/** Brings the products up to date; `ids` is SQL of a table with `id`. */
export const noteTranslations = (ids: string) => `
  update products p set translated_text = n.text
  from (
    select o.id, ${translatedText({
      item: 'o.item_description',
      color: 'o.color_description',
      values: 'select substr(f.value, 3) from unnest(o.facet_values) f (value)',
    })} as text
    from (${ids}) i join products o on o.tenant_id = $1 and o.id = i.id) n
  where p.tenant_id = $1 and p.id = n.id and p.translated_text <> n.text
  returning p.id`
