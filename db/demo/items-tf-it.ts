/** Knitwear, suits, dresses. */
export const tfItItems = `
[Trikonda] Kadın > Triko
İnce Balıkçı Yaka Kazak | jumper turtle | siyah camel zumrut | women both | 16.40 | Merino Karışım | Slim
Saç Örgülü Kalın Kazak | jumper cable | ekru gri | women both | 19.80 | Yün Karışım | Regular
Uzun Hırka | jumper cardigan | bej antrasit bordo | women both | 21.30 | Yün Karışım | Bol Kesim
Çizgili İnce Kazak | jumper stripe | lacivert ekru | women size | 15.20 | Pamuk Kaşmir | Regular
[Trikonda] Erkek > Triko
V Yaka Merino Kazak | jumper v | lacivert bordo gri | men both | 18.90 | Merino | Slim Fit
Bisiklet Yaka Kazak | jumper | haki camel | men both | 17.60 | Yün Karışım | Regular Fit
Düğmeli Erkek Hırka | jumper cardigan | antrasit lacivert | men lot | 22.80 -TF | Yün Karışım | Regular Fit
[Trikonda] Aksesuar > Şal
Örgü Şal | scarf knit | gri ekru | one both | 8.60 | Yün Karışım | 40 × 190 cm
[Terzigor] Erkek > Takım Elbise
Slim Fit Takım Elbise | suit | antrasit lacivert siyah | men both | 84.00 | Yün | Slim Fit
Kareli Takım Elbise | suit tweed | lacivert bej | men size | 89.50 | Yün | Slim Fit
[Terzigor] Erkek > Ceket
Kruvaze Ceket | blazer double | lacivert camel | men both | 52.40 | Yün Karışım | Slim Fit
Tüvit Ceket | blazer tweed | kahve gri | men both | 49.80 | Yün Karışım | Regular Fit
[Terzigor] Erkek > Gömlek
Klasik Yaka Gömlek | shirt slim | beyaz acikmavi | men both | 17.50 | Pamuk | Slim Fit
İnce Çizgili Gömlek | shirt slim pinstripe | beyaz lacivert | men both | 18.20 | Pamuk | Slim Fit
[Terzigor] Erkek > Pantolon
Pileli Kumaş Pantolon | trousers pleats | antrasit bej | jeans size | 24.60 | Yün Karışım | Regular Fit
[Terzigor] Erkek > Mont
Yün Kaban | coat tweed | antrasit lacivert | men both | 62.00 | Yün Karışım | Regular Fit
[Verdenaz] Kadın > Elbise
Kuşaklı Saten Elbise | dress v long belt | bordo zumrut siyah! | women both | 28.40 | Saten | Regular
Kolsuz Kalem Elbise | dress pencil | siyah kirmizi | women both | 24.90 | Krep | Slim
Çiçekli Kruvaze Elbise | dress wrap v long floral | ekru lacivert | women both | 27.60 | Viskon | Regular
Katlı Maxi Elbise | dress maxi tiers short | kiremit beyaz | women lot | 29.80 | Pamuk | Bol Kesim
[Verdenaz] Kadın > Etek
Pilise Etek | skirt pleated | camel zumrut | women both | 17.20 | Krep | Regular
[Verdenaz] Kadın > Gömlek
Fularlı Gömlek | shirt bow slim | ekru pudra | women both | 18.90 -CB | İpek Karışım | Slim
[Ilgınay] Kadın > Ceket
Kruvaze Blazer Ceket | blazer double | siyah bej | women both | 38.70 | Krep | Regular
[Ilgınay] Kadın > Mont
Kemerli Trençkot | coat belt | camel haki | women both | 46.80 | Gabardin | Regular
[Tezgora] Aksesuar > Çanta
Tokalı Omuz Çantası | bag shoulder | kahve bordo | one both | 22.40 | Hakiki Deri | 24 × 18 cm
Zarf Cüzdan | bag wallet | siyah kahve | one lot | 9.70 | Hakiki Deri | 20 × 10 cm
[Yolbeyi] Ayakkabı > Topuklu
Kalın Topuklu Ayakkabı | heel block strap | siyah bordo | heels both | 26.30 | Hakiki Deri | 7 cm Topuk
[Minikora] Çocuk > Triko
Çocuk Triko Hırka | jumper cardigan child | ekru mavi | kids lot | 9.60 | Akrilik | Regular
`
