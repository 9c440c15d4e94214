/** A broad range. */
export const defaultItems = `
[Ilgınay] Kadın > Elbise
V Yaka Kuşaklı Midi Elbise | dress v long belt | zumrut bordo siyah | women both | 21.40 | Viskon | Regular
Çiçekli Askılı Maxi Elbise | dress strap maxi tiers floral | pudra ekru siyah | women both | 19.80 | Pamuk | Bol Kesim
Puantiyeli Gömlek Elbise | dress short buttons dots | lacivert kiremit | women size | 18.60 | Viskon | Regular
Kalem Kesim Elbise | dress pencil | bordo siyah antrasit | women both | 17.90 | Krep | Slim
Kruvaze Çiçekli Elbise | dress wrap v short floral | siyah lila | curvy both | 20.30 | Viskon | Regular
[Ilgınay] Kadın > Gömlek
Fularlı Saten Gömlek | shirt bow slim | pudra ekru zumrut | women both | 13.20 | Saten | Slim
Poplin Gömlek | shirt slim | beyaz acikmavi siyah | women both | 10.90 | Pamuk | Slim
Çizgili Bol Kesim Gömlek | shirt pinstripe pocket | beyaz mint | curvy size | 12.40 | Pamuk | Oversize
[Ilgınay] Kadın > Triko
Balıkçı Yaka Kazak | jumper turtle | bordo ekru siyah hardal | women both | 12.80 | Akrilik Karışım | Regular
Saç Örgülü Kazak | jumper cable | ekru pudra | women both | 15.60 | Yün Karışım | Regular
Düğmeli Hırka | jumper cardigan | bej gri lila | women size | 14.90 | Akrilik Karışım | Bol Kesim
[Ilgınay] Kadın > Etek
Pilise Midi Etek | skirt pleated | lila siyah zumrut | women both | 12.10 | Krep | Regular
Kalem Etek | skirt pencil | siyah antrasit | women size | 9.80 | Krep | Slim
Çiçek Desenli Etek | skirt floral | ekru lacivert | women lot | 11.30 | Viskon | Regular
[Ilgınay] Kadın > Ceket
Kruvaze Ekose Blazer Ceket | blazer double check | bej gri | women both | 28.90 | Polyester Karışım | Regular
Tek Düğme Blazer Ceket | blazer | siyah ekru lacivert | women both | 26.50 | Krep | Slim
[Ilgınay] Kadın > Mont
Kemerli Trençkot | coat belt | camel haki siyah | women both | 34.80 | Gabardin | Regular
[Ilgınay] Kadın > Tişört
Basic V Yaka Tişört | tshirt v | beyaz siyah pudra mint | women both | 4.60 | Pamuk | Regular
Marin Çizgili Tişört | tshirt stripe long | beyaz lacivert | women size | 6.20 | Pamuk | Regular
[Barkuzey] Erkek > Gömlek
Oxford Slim Fit Gömlek | shirt slim pocket | beyaz acikmavi lacivert | men both | 12.60 | Pamuk | Slim Fit
Ekose Flanel Gömlek | shirt check pocket | kirmizi zumrut lacivert | men both | 13.40 | Flanel | Regular Fit
Hakim Yaka Keten Gömlek | shirt band | ekru haki mavi | men size | 14.80 -CB | Keten | Regular Fit
Kısa Kollu Puantiyeli Gömlek | shirt short dots | lacivert beyaz | men both | 11.20 | Pamuk | Regular Fit
[Barkuzey] Erkek > Tişört
Pike Polo Yaka Tişört | polo | siyah lacivert beyaz bordo | men both | 8.40 | Pike Pamuk | Regular Fit
Bisiklet Yaka Basic Tişört | tshirt | antrasit beyaz haki siyah | men both | 4.90 | Pamuk | Regular Fit
Baskılı Tişört | tshirt peaks | haki lacivert | men size | 6.10 | Pamuk | Oversize
[Barkuzey] Erkek > Triko
V Yaka Triko Kazak | jumper v | lacivert gri bordo | men both | 13.90 | Pamuk Akrilik | Slim Fit
Çizgili Triko Kazak | jumper stripe | ekru lacivert | men lot | 14.30 | Pamuk Akrilik | Regular Fit
[Barkuzey] Erkek > Pantolon
Chino Pantolon | trousers slim | bej haki lacivert siyah | jeans both | 15.80 | Gabardin | Slim Fit
Pileli Kumaş Pantolon | trousers pleats | antrasit bej | jeans size | 17.20 | Viskon Karışım | Regular Fit
[Barkuzey] Erkek > Ceket
Slim Fit Blazer Ceket | blazer | lacivert antrasit | men both | 39.50 | Yün Karışım | Slim Fit
Kareli Takım Elbise | suit tweed | lacivert gri | men size | 68.00 | Yün Karışım | Slim Fit
[Lodosca] Erkek > Jean
Regular Fit Jean | jeans denim | koyumavi mavi antrasit | jeans both | 16.90 | Denim | Regular Fit
Yırtık Detaylı Slim Jean | jeans slim torn denim | mavi acikmavi | jeans both | 18.20 | Esnek Denim | Slim Fit
[Lodosca] Kadın > Jean
Yüksek Bel Bol Paça Jean | jeans wide denim | acikmavi koyumavi beyaz | jeans both | 17.60 | Denim | Wide Leg
Düğmeli Jean Etek | skirt buttons denim | mavi koyumavi | women size | 13.10 | Denim | Regular
[Lodosca] Erkek > Mont
Kapüşonlu Şişme Mont | puffer hood | siyah haki lacivert | men both | 36.40 | Dokuma | Regular Fit
Şişme Yelek | puffer vest | hardal antrasit | men both | 22.70 | Dokuma | Regular Fit
[Lodosca] Kadın > Ceket
Jean Ceket | jacket denim | mavi acikmavi siyah | women both | 22.30 | Denim | Regular
[Lodosca] Kadın > Mont
Uzun Şişme Mont | puffer long | kiremit siyah ekru | women lot | 41.20 | Dokuma | Regular
[Lodosca] Erkek > Eşofman
Kapüşonlu Sweatshirt | sweatshirt hood | gri siyah zumrut | men both | 13.70 | Üç İplik | Regular Fit
Cepli Jogger Eşofman Altı | joggers | gri siyah lacivert! | men both | 10.20 | İki İplik | Slim Fit
[Minikora] Çocuk > Tişört
Roket Baskılı Tişört | tshirt rocket child | lacivert kirmizi | kids both | 3.40 | Pamuk | Regular
Yıldız Baskılı Tişört | tshirt star child | hardal mint lila | kids both | 3.40 | Pamuk | Regular
[Minikora] Çocuk > Elbise
Puantiyeli Kız Çocuk Elbise | dress short dots mini child | kirmizi lila | kids both | 7.90 | Pamuk | Regular
[Minikora] Çocuk > Eşofman
Fermuarlı Eşofman Takımı | tracksuit hood zip sides child | lacivert kirmizi gri | kids lot | 11.80 | İki İplik | Regular
Bulut Baskılı Sweatshirt | sweatshirt cloud child | acikmavi pudra | kids both | 6.80 | Üç İplik | Regular
[Minikora] Çocuk > Mont
Çocuk Şişme Mont | puffer hood child | kirmizi lacivert mint | kids both | 18.90 | Dokuma | Regular
[Yolbeyi] Ayakkabı > Bot
Bağcıklı Deri Bot | boot gum | camel siyah kahve | shoes both | 32.60 | Hakiki Deri | Kauçuk Taban
Chelsea Bot | boot chelsea | siyah kahve | shoes both | 30.40 | Hakiki Deri | Kauçuk Taban
Uzun Bağcıklı Kadın Bot | boot tall | bordo siyah | heels lot | 34.90 | Suni Deri | Kauçuk Taban
[Yolbeyi] Ayakkabı > Spor Ayakkabı
Günlük Spor Ayakkabı | sneaker | beyaz lacivert gri | shoes both | 21.80 | Suni Deri | EVA Taban
Kadın Sneaker | sneaker gum | pudra beyaz mint | heels both | 19.90 | Suni Deri | EVA Taban
[Yolbeyi] Ayakkabı > Topuklu
Stiletto Topuklu Ayakkabı | heel | siyah kirmizi pudra | heels both | 18.70 -TF | Rugan | 9 cm Topuk
Bilekten Bağlı Kalın Topuklu | heel block strap | siyah camel | heels size | 20.60 | Süet | 7 cm Topuk
[Yolbeyi] Ayakkabı > Klasik
Tokalı Loafer | loafer | kahve siyah | shoes both | 27.30 | Hakiki Deri | Neolit Taban
[Tezgora] Aksesuar > Çanta
Zincir Askılı Omuz Çantası | bag shoulder | bordo siyah bej | one both | 14.60 | Suni Deri | 24 × 18 cm
Shopper Çanta | bag tote | camel siyah | one both | 16.20 -CB | Suni Deri | 38 × 32 cm
[Tezgora] Aksesuar > Şal
Ekose Püsküllü Şal | scarf check | bordo gri hardal | one both | 5.80 | Akrilik | 70 × 180 cm
[Tezgora] Aksesuar > Kemer
Deri Kemer | belt | kahve siyah | belts both | 6.90 | Hakiki Deri | 3,5 cm
[Tezgora] Aksesuar > Bere
Ponponlu Bere | hat bobble | hardal ekru bordo | one lot | 3.20 | Akrilik | Standart
`
